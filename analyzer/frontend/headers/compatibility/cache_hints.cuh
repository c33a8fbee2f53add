// Loads and stores with a cache hint, which clang's headers lack (CUDA C++ Programming Guide, "Load Functions Using
// Cache Hints" and "Store Functions Using Cache Hints"). Without bodies: the analysis knows them by name.
#pragma once

template <class T>
__attribute__((device)) T __ldcg(const T* place);
template <class T>
__attribute__((device)) T __ldca(const T* place);
template <class T>
__attribute__((device)) T __ldcs(const T* place);
template <class T>
__attribute__((device)) T __ldlu(const T* place);
template <class T>
__attribute__((device)) T __ldcv(const T* place);
template <class T, class U>
__attribute__((device)) void __stwb(T* place, U value);
template <class T, class U>
__attribute__((device)) void __stcg(T* place, U value);
template <class T, class U>
__attribute__((device)) void __stcs(T* place, U value);
template <class T, class U>
__attribute__((device)) void __stwt(T* place, U value);
