@0xb3c1f4a2d5e69708;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("bench");

interface Outputs {
  take @0 (bytes :Data) -> stream;
}

interface Echo {
  call @0 (bytes :Data) -> (bytes :Data);
  pour @1 (count :UInt64, outputs :Outputs) -> ();
  fan @2 (bytes :Data) -> (bytes :Data);
}
